import type { GetToken } from '@kinora/core'

/** EMBED-04: one of the custom elements, with what a page may give it beside its attributes (docs/embedding.md). */
export interface KinoraElement extends HTMLElement {
  /** In place of `token-url` and `site-url`. */
  getToken: GetToken | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'kinora-player': KinoraElement
    'kinora-grid': KinoraElement
    'kinora-schedule': KinoraElement
    'kinora-collection': KinoraElement
  }
}
