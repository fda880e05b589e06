import type { TokenSource } from "../conversation/client.ts";
import { openPage, type Page } from "../page.ts";
import { textsIn } from "../texts.ts";
import { drawEntries } from "./draw-entries.ts";
import { element } from "./element.ts";
import { createVisitorSession } from "./visitor-session.ts";
import { widgetStyles } from "./widget-styles.ts";

/**
 * `<script src="https://your-server/widget.js" defer></script>` puts a chat into the corner of any page that the server
 * lists among its origins. Attributes of the script: `data-site-key` makes each visitor a user of their own, `data-token` is
 * for pages that know their user, `data-title` is the title above the chat.
 */

const script = document.currentScript as HTMLScriptElement | null;

class SoniChat extends HTMLElement {
  #page: Page | null = null;

  connectedCallback(): void {
    if (this.shadowRoot !== null) return;
    const root = this.attachShadow({ mode: "open" });
    const texts = textsIn(document.documentElement.lang || navigator.language);
    const title = this.getAttribute("data-title") ?? "";

    const log = element("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": texts.conversation });
    log.tabIndex = 0;
    const status = element("p", { class: "status", role: "status" });
    const field = element("input", {
      "aria-label": texts.yourMessage,
      placeholder: texts.placeholder,
      autocomplete: "off",
    });
    const form = element("form", {}, [field, element("button", { class: "send" }, [texts.send])]);
    const close = element("button", { class: "close", type: "button", "aria-label": texts.closeChat }, ["×"]);
    const heading = element("h2", {}, [title]);
    const panel = element("section", { class: "panel", "aria-label": texts.conversation }, [
      element("header", {}, [heading, close]),
      log,
      status,
      form,
    ]);
    panel.hidden = true;
    const launcher = element("button", { class: "launcher", type: "button", "aria-label": texts.openChat }, ["💬"]);
    launcher.setAttribute("aria-expanded", "false");
    root.append(element("style", {}, [widgetStyles]), panel, launcher);

    const show = (isOpen: boolean): void => {
      panel.hidden = !isOpen;
      launcher.hidden = isOpen;
      launcher.setAttribute("aria-expanded", String(isOpen));
      if (isOpen) draw(this.#open());
      (isOpen ? field : launcher).focus();
    };
    const draw = ({ chat }: Page): void => {
      const state = chat.current();
      if (title === "") heading.textContent = state.assistant?.name ?? "";
      status.textContent =
        state.phase === "unreachable"
          ? texts.unreachable
          : state.phase === "no_access"
            ? (texts.problems["access.missing_token"] ?? "")
            : state.handedOff
              ? texts.handedOff
              : "";
      drawEntries(log, {
        state,
        texts,
        pick(label, command) {
          chat.say(label, command);
          field.focus();
        },
        tryAgain: chat.tryAgain,
      });
    };
    this.#draw = draw;

    launcher.addEventListener("click", () => show(true));
    close.addEventListener("click", () => show(false));
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") show(false);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text === "") return;
      field.value = "";
      this.#open().chat.say(text);
    });
  }

  #draw: (page: Page) => void = () => undefined;

  /** Nothing is sent before somebody opens it. */
  #open(): Page {
    if (this.#page !== null) return this.#page;
    const page = openPage(this.getAttribute("data-server") ?? "/", this.#tokens());
    this.#page = page;
    page.chat.subscribe(() => this.#draw(page));
    void page.chat.open();
    return page;
  }

  #tokens(): TokenSource {
    const siteKey = this.getAttribute("data-site-key");
    if (siteKey === null) return () => this.getAttribute("data-token");
    const base = new URL(this.getAttribute("data-server") ?? "/", document.baseURI).href;
    return createVisitorSession({ base, siteKey }).token;
  }
}

if (customElements.get("soni-chat") === undefined) customElements.define("soni-chat", SoniChat);

// Where the page places none itself, the script brings one: in the corner.
const place = (): void => {
  if (document.querySelector("soni-chat") !== null) return;
  const chat = document.createElement("soni-chat");
  chat.setAttribute("data-server", new URL(".", script?.src ?? location.href).href);
  for (const name of ["data-site-key", "data-token", "data-title"]) {
    const value = script?.getAttribute(name);
    if (value !== null && value !== undefined) chat.setAttribute(name, value);
  }
  document.body.append(chat);
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", place);
else place();
