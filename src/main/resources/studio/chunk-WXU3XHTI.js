var t=JSON.parse(document.getElementById("instance").textContent);export{t as a};
