import{a as n}from"./chunk-FCSNMOSK.js";import{F as a}from"./chunk-7Z7S37PQ.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
