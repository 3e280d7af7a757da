/** The parser of WebVTT's own editor. */
export { default as webvtt } from 'webvtt-parser'
