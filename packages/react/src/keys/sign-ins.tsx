import { keyScreenTexts, listTexts, type SignInState, sessions, wordTexts } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'

/** KEY-04: one's own sign-ins, each with the way to end it; the one of this page ends by logging out. */
export function SignIns() {
  const { text, error } = useTexts(keyScreenTexts, listTexts, wordTexts)
  const dates = useDates()
  const read = useRead(sessions.list, {})
  const end = useWrite(sessions.remove, { success: text('ui.signIns.done') })
  const program = ({ client }: SignInState) => (client === null ? '–' : text(`ui.signIns.${client}`))
  return (
    <Card title={text('ui.signIns.title')}>
      <p>{text('ui.signIns.text')}</p>
      {read.error !== null ? <p role="alert">{error(read.error)}</p> : null}
      {read.isPending ? <Skeleton width="60%" /> : null}
      <PlainTable
        label={text('ui.signIns.title')}
        rows={read.data?.data ?? []}
        rowId={({ sessionId }) => sessionId}
        columns={[
          {
            id: 'program',
            header: text('ui.signIns.program'),
            cell: row => (
              <span className="kn-plain-acts">
                {program(row)}
                {row.isCurrent ? <Badge tone="positive">{text('ui.signIns.current')}</Badge> : null}
              </span>
            ),
          },
          { id: 'address', header: text('ui.networkAddress'), cell: row => <bdi>{row.address ?? '–'}</bdi> },
          { id: 'started', header: text('ui.startedOn'), cell: row => dates.moment(row.startedAt) },
          { id: 'used', header: text('ui.keys.lastUsed'), cell: row => dates.moment(row.lastUsedAt) },
          {
            id: 'acts',
            header: text('ui.list.actions'),
            cell: row =>
              row.isCurrent ? null : (
                <Button
                  size="compact"
                  aria-label={text('ui.signIns.endNamed', { moment: dates.moment(row.startedAt) })}
                  onClick={() => void end.send({ sessionId: row.sessionId })}
                >
                  {text('ui.signIns.end')}
                </Button>
              ),
          },
        ]}
      />
    </Card>
  )
}
