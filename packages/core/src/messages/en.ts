import * as catalogues from './catalogues.ts'

type Catalogues = (typeof catalogues)[keyof typeof catalogues]
type KeyOf<C> = C extends Catalogues ? keyof C : never
type TextOf<C, K> = C extends Catalogues ? (K extends keyof C ? C[K] : never) : never

/** The key of any text; a missing one fails the build. */
export type MessageKey = KeyOf<Catalogues>

/** The path of a field that has a text of its own, `field.<path>`. */
export type FieldName = FieldOf<MessageKey>
type FieldOf<K> = K extends `field.${infer Path}` ? Path : never

/** Keys that every screen may say. */
export type CommonKey = keyof typeof catalogues.commonTexts | keyof typeof catalogues.sessionTexts

/**
 * Every text that a person reads, by key (ERR-19), for server and command line; a page loads the catalogues it needs. Some
 * spellings are fixed by the API and kept as they are (C-41).
 */
export const en: { readonly [K in MessageKey]: TextOf<Catalogues, K> } = /* @__PURE__ */ Object.assign(
  {},
  ...Object.values(catalogues),
)
