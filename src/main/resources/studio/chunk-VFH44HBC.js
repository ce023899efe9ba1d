import{a as n}from"./chunk-3KQHTXF4.js";import{F as a}from"./chunk-EI7VGMO7.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
