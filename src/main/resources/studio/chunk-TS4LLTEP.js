import{a as n}from"./chunk-IYP6GXYL.js";import{F as a}from"./chunk-HAC7WYIV.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
