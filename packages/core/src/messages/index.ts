export { type Catalogue, fillText, type MessageParams, type Plural, type Text } from './catalogue.ts'
export * from './catalogues.ts'
export { type CommonKey, en, type MessageKey } from './en.ts'
export { createMessages, type Messages, type TextOverrides } from './messages.ts'
