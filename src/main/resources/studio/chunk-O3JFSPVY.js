import{a as y,b as c,i as p}from"./chunk-TGJUVJJA.js";async function*S(i,n,e={}){let r={Accept:"text/event-stream",...e.headers};e.body!==void 0&&(r["Content-Type"]="application/json"),e.key&&(r["Idempotency-Key"]=e.key);let a=e.body===void 0?void 0:JSON.stringify(e.body),o=new y(e.within??75e3,e.signal,a);try{let t=await fetch(n,{method:i,headers:r,body:a,signal:o.signal});if(!t.ok)throw p(t,await t.json().catch(()=>null));if(!t.body)return;yield*u(o.heard(t.body).pipeThrough(new TextDecoderStream).getReader())}catch(t){throw e.signal?.aborted||t instanceof c?t:new c(0,"","",null,3)}finally{o.over()}}async function*u(i){let n="";for(;;){let{done:e,value:r}=await i.read();if(e)return;n+=r.replaceAll("\r","");let a=n.split(`

`);n=a.pop();for(let o of a){let t=o.split(`
`),l=f=>t.filter(s=>s.startsWith(`${f}:`)).map(s=>s.slice(f.length+1).replace(/^ /,"")).join(`
`),d=l("data");d&&(yield{id:l("id"),data:JSON.parse(d)})}}}export{S as a};
