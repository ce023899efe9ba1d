import{a as n}from"./chunk-5JCG7I4L.js";import{F as a}from"./chunk-WBUY6T6H.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
