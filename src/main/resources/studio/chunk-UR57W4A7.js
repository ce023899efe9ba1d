import{a as n}from"./chunk-HKAZBYN4.js";import{F as a}from"./chunk-C24DSTXZ.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
