var e=()=>{requestAnimationFrame(()=>requestAnimationFrame(()=>{document.activeElement===document.body&&document.querySelector("main h1")?.focus({preventScroll:!0})}))};export{e as a};
