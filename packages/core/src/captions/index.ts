export { captions } from './endpoints.ts'
export * from './rules.ts'
export { captionEndings, hasCaptionEnding, languageInName, toTrackName } from './rules.ts'
export * from './schema.ts'
