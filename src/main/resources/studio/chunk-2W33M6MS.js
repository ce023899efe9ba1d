import{a as s,g as l}from"./chunk-YWJ4KKS6.js";async function*u(r,n,e={}){let a={Accept:"text/event-stream",...e.headers};e.body!==void 0&&(a["Content-Type"]="application/json");try{let t=await fetch(n,{method:r,headers:a,body:e.body===void 0?void 0:JSON.stringify(e.body),signal:e.signal});if(!t.ok)throw l(t,await t.json().catch(()=>null));if(!t.body)return;yield*y(t.body.pipeThrough(new TextDecoderStream).getReader())}catch(t){throw e.signal?.aborted||t instanceof s?t:new s(0,"","",null,3)}}async function*y(r){let n="";for(;;){let{done:e,value:a}=await r.read();if(e)return;n+=a.replaceAll("\r","");let t=n.split(`

`);n=t.pop();for(let f of t){let p=f.split(`
`),i=c=>p.filter(o=>o.startsWith(`${c}:`)).map(o=>o.slice(c.length+1).replace(/^ /,"")).join(`
`),d=i("data");d&&(yield{id:i("id"),data:JSON.parse(d)})}}}export{u as a};
