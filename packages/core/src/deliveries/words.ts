import type { MessageParams } from '../messages/catalogue.ts'
import type { Delivery, DeliveryProblem } from './schema.ts'

type Key = `ui.delivery.problem.${DeliveryProblem | 'gaveUp'}` | 'ui.delivery.said'

/** C-139: what stands in the way of a title at JW Player and what helps, with JW Player’s own words; empty where nothing does. */
export function deliveryWords(
  { problem, status, tries, detail, tenantName }: Delivery,
  text: (key: Key, params?: MessageParams) => string,
): string {
  if (problem === null) return ''
  const gaveUp = status === 'failed' && problem === 'unreachable'
  const why = text(`ui.delivery.problem.${gaveUp ? 'gaveUp' : problem}`, { tenant: tenantName, count: tries })
  return detail === '' ? why : `${why} ${text('ui.delivery.said', { words: detail })}`
}
