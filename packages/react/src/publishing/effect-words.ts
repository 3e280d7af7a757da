import type { PublishingEffect } from '@kinora/core'
import type { PublishingWords } from './texts.ts'

type Effect = Pick<
  PublishingEffect,
  'tenantName' | 'tenantId' | 'publish' | 'unpublish' | 'arriving' | 'leaving' | 'with'
>

/** C-103: what publishing does to a tenant, in sentences: "41 titles leave Pulse House, with 12 favourites". */
export function toSentences({ text }: Pick<PublishingWords, 'text'>, effect: Effect): string[] {
  const name = effect.tenantId === null ? text('ui.publishing.everywhere') : effect.tenantName
  const sentences: string[] = []
  if (effect.arriving > 0) sentences.push(text('ui.publishing.arriving', { count: effect.arriving, name }))
  else if (effect.publish > 0) sentences.push(text('ui.publishing.noneYet', { name }))
  if (effect.leaving > 0) {
    const sentence = text('ui.publishing.leaving', { count: effect.leaving, name })
    const list = effect.with
      .map(({ kind, count, names = [] }) => {
        const what = text(`ui.publishing.with.${kind}`, { count })
        return names.length === 0 ? what : text('ui.publishing.named', { what, names: names.join(', ') })
      })
      .join(', ')
    sentences.push(list === '' ? sentence : text('ui.publishing.withThem', { sentence, list }))
  } else if (effect.unpublish > 0) sentences.push(text('ui.publishing.noneLeaves', { name }))
  return sentences.length > 0 ? sentences : [text('ui.publishing.untouched', { name })]
}
