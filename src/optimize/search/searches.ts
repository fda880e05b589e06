import { bootstrap } from "./bootstrap.ts";
import { gepa } from "./gepa.ts";
import { mipro } from "./mipro.ts";
import type { Search, SearchName } from "./search.ts";

export const searches: Readonly<Record<SearchName, Search>> = { bootstrap, mipro, gepa };
