import{a as n}from"./chunk-LG667DJ7.js";import{F as a}from"./chunk-SF7QTHFR.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
