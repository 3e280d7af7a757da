export { captions } from './endpoints.ts'
export { languageInName } from './file-name.ts'
export * from './rules.ts'
export * from './schema.ts'
