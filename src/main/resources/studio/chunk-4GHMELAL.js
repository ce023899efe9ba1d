import{a as n}from"./chunk-B4QKZU3R.js";import{F as a}from"./chunk-NED7RYIG.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
