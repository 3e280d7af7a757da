export { captions } from './endpoints.ts'
export { captionEndings, hasCaptionEnding, languageInName, toTrackName } from './file-name.ts'
export * from './rules.ts'
export * from './schema.ts'
