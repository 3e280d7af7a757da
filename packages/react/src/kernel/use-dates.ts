import { datesIn, fromWireDate, Role, tenants } from '@kinora/core'
import { useMemo } from 'react'
import type { DataTableColumn } from '../ui/table/data-table-columns.ts'
import { useLocale } from './locale.ts'
import { useActingTenant, useSession } from './provider.tsx'
import { useRead } from './use-read.ts'

/** Dates of the wire as people read them, in one time zone (CONST-21). */
export interface Dates {
  /** IANA name. */
  zone: string
  /** `DD MMM YYYY`; empty for what is no date. */
  day(wire: string | null): string
  /** `DD MMM YYYY HH:mm`; a dash for what is no date. */
  moment(wire: string): string
}

/** Dates in the time zone of the tenant that is acted for (C-97), else in the person’s own. */
export function useDates(): Dates {
  const zone = useTimeZone()
  const locale = useLocale()
  return useMemo(() => {
    const { day, dayAndTime } = datesIn(zone, locale)
    const as = (format: (date: Date) => string, wire: string | null, none: string) => {
      const date = wire === null ? undefined : fromWireDate(wire)
      return date === undefined ? none : format(date)
    }
    return {
      zone,
      day: wire => as(day, wire, ''),
      moment: wire => as(dayAndTime, wire, '—'),
    }
  }, [zone, locale])
}

/** When rows were made, as the last column of their list on a wide screen. */
export const createdColumn = (
  text: (key: 'field.creationDate') => string,
  { day }: Pick<Dates, 'day'>,
): DataTableColumn<{ createdDate: string }> => ({
  id: 'createdDate',
  header: text('field.creationDate'),
  width: 124,
  align: 'end',
  sortable: true,
  wideOnly: true,
  cell: row => day(row.createdDate),
})

/** IANA name of the acting tenant’s time zone; the browser’s own where no tenant is acted for. */
function useTimeZone(): string {
  const state = useSession()
  const tenant = useActingTenant()
  const user = state.kind === 'loggedIn' ? state.user : undefined
  const isSupport = user?.role === Role.Support
  const list = useRead(tenants.list, {}, { enabled: isSupport && tenant !== undefined })
  const isActing = ({ tenantId }: { tenantId: string }) => tenantId === tenant?.tenantId
  const ofTenant = isSupport
    ? list.data?.data.find(isActing)?.timeZoneInfo.offsetName
    : tenant && user?.tenants[0]?.timeZone
  return useMemo(() => (isTimeZone(ofTenant) ? ofTenant : browserTimeZone()), [ofTenant])
}

const browserTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A browser may be older than a zone. */
function isTimeZone(name: string | undefined): name is string {
  if (!name) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** A wire date on the clock of a time zone, `YYYY-MM-DDTHH:mm`, as a browser’s own input has it; empty for what is no date. */
export function toWallClock(wire: string, timeZone: string): string {
  const date = fromWireDate(wire)
  if (date === undefined) return ''
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(date).replace(' ', 'T')
}

/** How far a time zone is from Greenwich then, such as `GMT+02:00`: derived, as it changes with the season (C-97). */
export function toOffset(wire: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const parts = format.formatToParts(fromWireDate(wire))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
