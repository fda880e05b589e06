import { foldedWords, stemmerOf } from "../stemmer.ts";

export const stem = stemmerOf(
  [
    "ies>y sses>ss xes>x ches>ch shes>sh zes>z ss>ss us>us is>is s",
    "ied>y eed>eed ed ing ation",
    // A final e goes where it rarely tells two words apart: planes are no plans.
    "ve>v ce>c ge>g se>s ze>z ue>u ke>k me>m de>d ate>at y>i bb>b dd>d gg>g ll>l mm>m nn>n pp>p rr>r ss>s tt>t",
  ],
  { shortest: 3 },
);

export const stopWords = foldedWords(
  "a an the of to in on at by for from with and or but if i im id ive ill me my mine we us our you your it its is isnt are arent",
  "am be been being was wasnt were do does dont did didnt doesnt can cant could may might must should will would wont have has",
  "had havent get gets got getting whats what which who whom whos when wheres where why how there theres here this that these",
  "those they them he she her him his any some as so than then too very just about into up down not no yes need want wants like",
  "please tell while also now one ones somebody someone something somewhere anywhere anything everything nothing anybody anyone",
  "unfortunately however otherwise additionally moreover each every when while since although according depending",
  "everybody everyone really still ever yet possible okay ok let know happens happen work works use using",
);

export const followUps = ["and what about", "what about", "how about", "and", "but", "or"];
