import { type EventType, en, lostByType, type ScheduledEvent } from '@kinora/core'
import { requireYes, type Session } from '../kernel/session.ts'

/** EVENT-19 to EVENT-21: what another type deletes is said; somebody at a terminal is asked first. */
export async function confirmTypeChange(session: Session, row: ScheduledEvent, type: EventType) {
  const losses = lostByType(row.type, type).filter(loss => loss !== 'video' || row.file?.fileName != null)
  if (losses.length === 0) return
  for (const loss of losses) session.print.warn(en[`ui.events.lost.${loss}`])
  if (session.interactive) await requireYes(session, en['ui.events.typeTitle'])
}
