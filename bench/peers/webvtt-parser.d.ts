declare module 'webvtt-parser' {
  class WebVTTParser {
    parse(input: string, mode?: string): { cues: unknown[]; errors: unknown[]; time: number }
  }
  const webvtt: { WebVTTParser: typeof WebVTTParser }
  export default webvtt
}
