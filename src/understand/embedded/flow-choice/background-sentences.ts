/**
 * What people also say, and what hardly any assistant has a flow for: questions about the world, how-to, small talk. A
 * message that comes nearer to these than to the flows is likely out of scope. Written for this purpose.
 */
export const backgroundSentences: readonly string[] = `
who painted the ceiling of that famous chapel
what year did the second world war end
how tall is the highest mountain in the world
which river is the longest on earth
why is the sky blue
how far away is the moon
what causes an earthquake
who wrote the book about the white whale
which team won the championship last night
who is the richest person alive
how old is the president
what is the population of India
how do vaccines work inside the body
why do cats purr
how do bees make honey
what do whales eat
how does a jet engine work
who invented the light bulb
what is the chemical formula of salt
how many bones does a person have
is it true that goldfish forget everything
what happened in the news this week
who is going to win the election
what do you think about the government
should I break up with my boyfriend
how can I become a famous singer
how do I learn to draw
what is the best way to lose weight
how can I get rid of ants in the house
how do I fix a leaking tap
how do you write a good essay
what are the symptoms of a cold
why does my back hurt
which programming language should I learn first
how do I install a printer
why is my computer so slow
which phone has the best camera
who plays the main role in that series
who sang that song from the eighties
what are the rules of chess
how many players are on a basketball team
what does the stock market look like
is gold a good investment
how do companies pay taxes
what is the difference between a frog and a toad
how long do turtles live
where do penguins live
what is the tallest building in the city
how do I grow tomatoes on a balcony
when should roses be cut back
can plants feel pain
is there life on other planets
what is the speed of light
who discovered gravity
what language do they speak in Brazil
what is the religion of most people there
when was the castle built
how did the Romans build their roads
what is the moral of that story
I had a strange dream last night
my neighbour is very loud
the train was full of people this morning
children like to play in the park
the sea was calm and blue
I am tired and it is raining
my grandmother was born in a small village
people should be kinder to each other
write a poem about autumn
give me advice on raising children
explain quantum physics to me
tell me about the history of cinema
what colour goes well with green
how do I tie a tie
how do I get a stain out of a shirt
what should I wear to a wedding
how much does an elephant weigh
are sharks dangerous
how is glass made
who owns that company
what is the name of his wife
`
  .trim()
  .split("\n");
