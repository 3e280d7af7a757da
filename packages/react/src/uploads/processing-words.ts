import { type MessageParams, type Title, toPercent } from '@kinora/core'

type Processing = NonNullable<Title['processing']>

/** What the server is doing with a file, and how far it is; undefined where it does nothing. */
export function processingWords(
  processing: Processing | null,
  { text }: { text: (key: `ui.status.${Processing['step']}`, params?: MessageParams) => string },
): string | undefined {
  if (processing === null) return undefined
  return text(`ui.status.${processing.step}`, { percent: toPercent(processing.fraction) })
}
