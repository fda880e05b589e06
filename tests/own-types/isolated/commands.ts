export { commands } from "../parcels/commands.ts";
