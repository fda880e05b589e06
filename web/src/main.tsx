import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { currentToken, takeToken } from "./access-token.ts";
import { App } from "./app.tsx";
import { openPage } from "./page.ts";
import "./styles/base.css";
import "./styles/chat.css";

takeToken();
const page = openPage(new URL(".", document.baseURI).href, currentToken);
void page.chat.open();

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App {...page} />
    </StrictMode>,
  );
}
