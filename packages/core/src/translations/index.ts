export { checkTranslation } from './check.ts'
export { type PseudoLocale, pseudoLocales } from './pseudo.ts'
