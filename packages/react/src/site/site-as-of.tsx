import { fromWireDate, siteContent, siteTexts, toWireDate, wordTexts } from '@kinora/core'
import { type ReactNode, useEffect, useState } from 'react'
import { LoadFailedLine } from '../kernel/load-failed.tsx'
import { useTexts } from '../kernel/message.ts'
import { MomentInput } from '../kernel/moment-input.tsx'
import { PreviewOnSite } from '../kernel/site-link.tsx'
import { useDates } from '../kernel/use-dates.ts'
import { useRead } from '../kernel/use-read.ts'
import { Field, useFieldControl } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'

const DAY = 86_400_000
/** Days that the slider goes to either side of today. */
const REACH = 90
/** Titles that are named. */
const SHOWN = 12
/** Milliseconds that the slider rests before it is asked for. */
const REST = 250

/** What the site of a tenant shows at a moment that is chosen. */
export function useSiteAsOf(tenantId: string) {
  const [today] = useState(() => Date.now())
  const [at, setAt] = useState<string | null>(null)
  const [debounced, setDebounced] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(instantOf(at)), REST)
    return () => clearTimeout(timer)
  }, [at])
  const input = { tenantId, ...(debounced !== undefined && { asOf: debounced }) }
  const options = { keepPrevious: true }
  return {
    /** When the page was opened, in milliseconds. */
    today,
    /** A wire date, or what was typed and is none; null is now. */
    at,
    setAt,
    titles: useRead(siteContent.titles, { ...input, take: SHOWN }, options),
    schedule: useRead(siteContent.schedule, input, options),
  }
}
export type SiteAtMoment = ReturnType<typeof useSiteAsOf>

/** Of a wire date; undefined for now, and for what was typed and is none. */
const instantOf = (at: string | null): string | undefined =>
  at === null ? undefined : fromWireDate(at)?.toISOString()

const useAsOfTexts = () => useTexts(siteTexts, wordTexts)

/** LIVE-03: the site at any moment, beside its preview. */
export function SiteAsOf({ tenantId }: { tenantId: string }) {
  const { text } = useAsOfTexts()
  const site = useSiteAsOf(tenantId)
  return (
    <Card
      title={text('ui.site.asOf')}
      actions={<PreviewOnSite tenantId={tenantId} asOf={instantOf(site.at)} />}
    >
      <SiteMomentPicker {...site} />
      <SiteShown {...site} />
    </Card>
  )
}

/** A day at a time by the slider, to the minute in the field. */
export function SiteMomentPicker({ today, at, setAt }: Pick<SiteAtMoment, 'today' | 'at' | 'setAt'>) {
  const { text } = useAsOfTexts()
  const { moment } = useDates()
  const chosen = at === null ? today : (fromWireDate(at)?.getTime() ?? today)
  const days = Math.round((chosen - today) / DAY)
  return (
    <>
      <Field label={text('ui.site.asOf.slide')}>
        <DaysSlider
          days={Math.max(-REACH, Math.min(REACH, days))}
          words={at === null ? text('ui.site.asOf.now') : moment(at)}
          onChange={away => setAt(away === 0 ? null : toWireDate(new Date(today + away * DAY)))}
        />
      </Field>
      <Field label={text('ui.site.asOf.moment')} help={text('ui.site.asOf.help')}>
        <MomentInput value={at} onChange={setAt} />
      </Field>
    </>
  )
}

interface DaysSliderProps {
  days: number
  words: string
  onChange: (days: number) => void
}

function DaysSlider({ days, words, onChange }: DaysSliderProps) {
  const { id, describedBy } = useFieldControl()
  return (
    <input
      className="kn-site-range"
      type="range"
      id={id}
      aria-describedby={describedBy}
      aria-valuetext={words}
      min={-REACH}
      max={REACH}
      value={days}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  )
}

/** The titles and the week from then. */
export function SiteShown({ titles, schedule }: Pick<SiteAtMoment, 'titles' | 'schedule'>) {
  const { text } = useAsOfTexts()
  const { moment } = useDates()
  const found = titles.data
  const named = new Map<string, string>(schedule.data?.data.map(({ eventId, title }) => [eventId, title]))
  const occurrences = schedule.data?.occurrences ?? []
  const unkept = found?.asOf?.isKept === false ? found.asOf.keptSince : null
  const isStale = titles.isPlaceholderData || schedule.isPlaceholderData
  const failed = [titles, schedule].filter(({ isError }) => isError)
  if (failed.length > 0)
    return <LoadFailedLine error={failed[0]?.error} onRetry={() => void failed.map(read => read.refetch())} />
  if (found === undefined || schedule.data === undefined) return <Skeleton height={220} />
  return (
    <div className="kn-site-as-of" aria-live="polite" aria-busy={isStale}>
      {unkept === null ? null : <p role="note">{text('ui.site.asOf.unkept', { moment: moment(unkept) })}</p>}
      <Part title={text('ui.titles.count', { count: found.totalRecords })}>
        {found.data.map(({ tag, className, classLanguageCode }) => (
          <li key={tag} lang={classLanguageCode ?? undefined} dir="auto">
            {className}
          </li>
        ))}
        {found.totalRecords > found.data.length ? (
          <li>{text('ui.more', { count: found.totalRecords - found.data.length })}</li>
        ) : null}
      </Part>
      <Part title={text('ui.site.asOf.week', { count: occurrences.length })}>
        {occurrences.map(({ eventId, start, details }) => (
          <li key={`${eventId} ${start}`}>
            {`${moment(start)} · `}
            <bdi>{details.title ?? named.get(eventId)}</bdi>
          </li>
        ))}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}
