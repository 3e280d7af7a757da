import { homeWorkTexts, reports, type SiteChange, siteChanges, wordTexts } from '@kinora/core'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { Button } from '../ui/button.tsx'
import { Band, Row } from './band.tsx'
import { useHomeHrefs } from './home-hrefs.ts'
import { useMayCall } from './use-may-call.ts'

/** Changes that are shown, and that one press adds. */
const SHOWN = 5
const MORE = 20

/** Decision 0137: what comes to the acting tenant’s site and leaves it in the next 90 days, the next first, with what of the site it touches. */
export function SiteChanges() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const tenantId = useActingTenant()?.tenantId
  const [take, setTake] = useState(SHOWN)
  const mayCall = useMayCall()
  const reading = useRead(
    siteChanges.list,
    { ...(tenantId !== undefined && { tenantId }), take },
    { enabled: tenantId !== undefined && mayCall(siteChanges.list) },
  )
  if (tenantId === undefined) return null
  const { data } = reading
  const rows = data?.data ?? []
  const left = (data?.totalRecords ?? 0) - rows.length
  const counts = (['comes', 'leaves'] as const)
    .map(kind => ({ kind, count: data?.[kind] ?? 0 }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => text(`ui.home.ahead.${kind}`, { count }))
  return (
    <Band
      title={text('ui.home.ahead')}
      reads={[reading]}
      empty={text('ui.home.ahead.nothing')}
      actions={<WeeklyMail tenantId={tenantId} />}
      after={
        left > 0 ? (
          <Button size="compact" onClick={() => setTake(Math.min(take + MORE, 100))}>
            {text('ui.more', { count: left })}
          </Button>
        ) : null
      }
    >
      {rows.length === 0 ? null : (
        <>
          <li className="kn-home-soft">{counts.join(' · ')}</li>
          {rows.map(change => (
            <Change key={`${change.tag} ${change.kind}`} change={change} />
          ))}
        </>
      )}
    </Band>
  )
}

function Change({ change }: { change: SiteChange }) {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const { moment } = useDates()
  const { title: titleHref } = useHomeHrefs()
  const { tag, className, classLanguageCode, kind, at, collections, events } = change
  const name = className || text('ui.titles.untitled')
  const held = [...collections.data.map(({ name }) => name), ...events.data.map(({ title }) => title)]
  const unnamed = collections.total + events.total - held.length
  const names = [...held, ...(unnamed > 0 ? [text('ui.more', { count: unnamed })] : [])].join(', ')
  return (
    <Row
      words={name}
      lang={classLanguageCode ?? undefined}
      action={text('ui.openNamed', { name })}
      href={titleHref(tag)}
    >
      <p className="kn-home-soft">
        {[
          moment(at),
          text(`ui.home.change.${kind}`),
          names === '' ? '' : text('ui.home.change.in', { names }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Row>
  )
}

/** The same as a mail every Monday, on and off. */
function WeeklyMail({ tenantId }: { tenantId: string }) {
  const { text } = useTexts(homeWorkTexts)
  const mayCall = useMayCall()
  const enabled = [reports.subscriptions, reports.subscribe, reports.unsubscribe].every(mayCall)
  const { data } = useRead(reports.subscriptions, {}, { enabled })
  const invalidates = [reports.subscriptions]
  const add = useWrite(reports.subscribe, { invalidates, success: text('ui.home.ahead.mailed') })
  const stop = useWrite(reports.unsubscribe, { invalidates, success: text('ui.home.ahead.mailStopped') })
  if (data === undefined) return null
  const mail = data.data.find(each => each.type === 'siteChanges' && each.tenantId === tenantId)
  return (
    <Button
      size="compact"
      icon={<Mail size={16} aria-hidden="true" />}
      loading={add.isPending || stop.isPending}
      onClick={() =>
        void (mail === undefined
          ? add.send({ type: 'siteChanges', tenantId })
          : stop.send({ subscriptionId: mail.subscriptionId }))
      }
    >
      {text(mail === undefined ? 'ui.home.ahead.mail' : 'ui.home.ahead.stopMail')}
    </Button>
  )
}
