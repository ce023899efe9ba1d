import{a as n}from"./chunk-M4KOOBW3.js";import{F as a}from"./chunk-4UI6S3BD.js";function g({of:s,className:t}){let{text:o,lang:i}=n(s);return a("span",{className:t,lang:i,children:o})}export{g as a};
