import{a as n}from"./chunk-2K4XKQCY.js";import{F as a}from"./chunk-Q35G6NRP.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
