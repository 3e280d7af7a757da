import { en, type Input, type PublishingChange, type PublishingEffect, publishing } from '@kinora/core'
import { messages } from '../kernel/messages.ts'
import type { Session } from '../kernel/session.ts'

/** C-103: what publishing does to a tenant, as the portal says it. */
export function effectWords({ tenantId, tenantName, arriving, leaving, with: more }: Effect): string {
  const name = tenantId === null ? en['ui.publishing.everywhere'] : tenantName
  const sentence = messages.text('ui.publishing.leaving', { count: leaving, name })
  const list = more
    .map(({ kind, count, names = [] }) => {
      const what = messages.text(`ui.publishing.with.${kind}`, { count })
      return names.length === 0
        ? what
        : messages.text('ui.publishing.named', { what, names: names.join(', ') })
    })
    .join(', ')
  const words = [
    ...(arriving > 0 ? [messages.text('ui.publishing.arriving', { count: arriving, name })] : []),
    ...(leaving > 0
      ? [list === '' ? sentence : messages.text('ui.publishing.withThem', { sentence, list })]
      : []),
  ]
  return words.length === 0 ? messages.text('ui.publishing.untouched', { name }) : words.join('; ')
}
type Effect = Pick<PublishingEffect, 'tenantId' | 'tenantName' | 'arriving' | 'leaving' | 'with'>

/** What would happen, a line for each tenant; whether titles leave a site. */
export async function showEffect(session: Session, changes: PublishingChange[]): Promise<PublishingEffect[]> {
  const input: Input<typeof publishing.preview> = { changes }
  const { effects, clubOnly } = await (await session.send())(publishing.preview, input)
  for (const effect of effects) session.print.note(`  ${effectWords(effect)}`)
  const names = clubOnly.map(({ name }) => name).join(', ')
  if (names !== '') session.print.warn(messages.text('publishing.clubOnly', { names }))
  return effects
}
