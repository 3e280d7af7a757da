import {
  DAY,
  DAY_MINUTES,
  type Happening,
  happenings,
  isSeriesDay,
  MINUTE,
  toDate,
  toMinutes,
  type WallClock,
} from '@kinora/core/schedule'
import type { Range } from './rows.ts'
import type { StoredEvent } from './tables.ts'

/** What stands on a line of an iCalendar, before its text is escaped and folded. */
type Line = readonly [name: string, value: string]

const text = (value: string): string =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n|\r|\n/g, '\\n')
const days = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const

/**
 * RFC 5545, decision 0118: a weekly event is one VEVENT with its rule on the wall clock; what is cancelled stands in EXDATE,
 * what is moved or edited in a VEVENT with its RECURRENCE-ID. A time that the clock skips and an added date are VEVENTs of
 * their own: calendars disagree about the one and leave out the other's RDATE.
 */
export function toICalendar(
  { name, rows, range }: { name: string; rows: readonly StoredEvent[]; range: Range },
  clock: WallClock,
): string {
  const isZoned = rows.some(({ schedule }) => schedule !== null)
  const lines: Line[] = [
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Kinora//Schedule//EN'],
    ['NAME', text(name)],
    ['X-WR-CALNAME', text(name)],
    ['X-WR-TIMEZONE', clock.timeZone],
    ['REFRESH-INTERVAL;VALUE=DURATION', 'PT1H'],
    ['X-PUBLISHED-TTL', 'PT1H'],
    ...(isZoned ? zoneLines(clock, range) : []),
    ...rows.flatMap(row => eventLines(row, clock, range)),
    ['END', 'VCALENDAR'],
  ]
  return lines.map(([property, value]) => `${folded(`${property}:${value}`)}\r\n`).join('')
}

/** Lines of at most 75 octets; what goes on begins with a space. */
function folded(line: string): string {
  const parts = ['']
  let octets = 0
  for (const letter of line) {
    const more = Buffer.byteLength(letter)
    if (octets + more > 75) {
      parts.push(' ')
      octets = 1
    }
    parts[parts.length - 1] += letter
    octets += more
  }
  return parts.join('\r\n')
}

function eventLines(row: StoredEvent, clock: WallClock, { start, end }: Range): Line[] {
  const length = row.durationSecond * 1000
  const found = happenings(clock, row, start - length, end)
  const id = `${row.eventId}@kinora`
  const ownId = ({ day }: Happening) => `${row.eventId}-${toDate(day)}@kinora`
  if (row.schedule === null) return found.flatMap(one => single(row, one, [['UID', id]]))
  const minutes = toMinutes(row.schedule.daily_time)
  const isSkipped = (day: number) => clock.of(clock.at(day, minutes)).minutes !== minutes
  const rule = seriesDays(row, clock, { start: start - length, end })
  const isOfRule = ({ day }: Happening) => rule.includes(day)
  const isElsewhere = (day: number) => !found.some(one => one.day === day && !one.exception?.isCancelled)
  const gone = rule.filter(day => isSkipped(day) || (row.exceptions[toDate(day)] && isElsewhere(day)))
  const lines = rule.length === 0 ? [] : series(row, { rule, minutes, clock, gone })
  for (const one of found) {
    if (one.exception?.isCancelled) continue
    if (!isOfRule(one) || isSkipped(one.day)) lines.push(...single(row, one, [['UID', ownId(one)]]))
    else if (one.exception !== undefined)
      lines.push(
        ...single(row, one, [
          ['UID', id],
          [`RECURRENCE-ID;TZID=${clock.timeZone}`, local(one.day, minutes)],
        ]),
      )
  }
  return lines
}

/** The days of the rule in a range, whatever became of them. */
function seriesDays(row: StoredEvent, clock: WallClock, { start, end }: Range): number[] {
  const [first, last] = [clock.of(start).day, clock.of(end).day]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(day =>
    isSeriesDay(row, day),
  )
}

interface Series {
  rule: readonly number[]
  minutes: number
  clock: WallClock
  /** What doesn’t take place, or not at the time of the rule. */
  gone: readonly number[]
}

function series(row: StoredEvent, { rule, minutes, clock, gone }: Series): Line[] {
  const zone = `;TZID=${clock.timeZone}`
  const weekdays = row.schedule!.weekdays.map(day => days[day]!).join(',')
  const until = utc(clock.at(rule.at(-1)!, minutes))
  return vevent(row, {}, [
    ['UID', `${row.eventId}@kinora`],
    [`DTSTART${zone}`, local(rule[0]!, minutes)],
    ['DURATION', `PT${row.durationSecond}S`],
    ['RRULE', `FREQ=WEEKLY;BYDAY=${weekdays};UNTIL=${until}`],
    ...gone.map((day): Line => [`EXDATE${zone}`, local(day, minutes)]),
  ])
}

const single = (row: StoredEvent, { start, end, exception }: Happening, named: readonly Line[]): Line[] =>
  vevent(row, exception?.details ?? {}, [...named, ['DTSTART', utc(start)], ['DTEND', utc(end)]])

function vevent(
  row: StoredEvent,
  details: { title?: string | undefined; description?: string | undefined },
  when: readonly Line[],
): Line[] {
  const description = details.description ?? row.description
  return [
    ['BEGIN', 'VEVENT'],
    ...when,
    ['SEQUENCE', String(row.version)],
    ['DTSTAMP', utc(row.updatedAt.getTime())],
    ['SUMMARY', text(details.title ?? row.title)],
    ...(description === '' ? [] : [['DESCRIPTION', text(description)] as const]),
    ...(row.liveStreamingLink === '' ? [] : [['URL;VALUE=URI', row.liveStreamingLink] as const]),
    ['END', 'VEVENT'],
  ]
}

/** `20261123T170000Z` */
const utc = (instant: number): string => new Date(instant).toISOString().replace(/[-:]|\.\d+/g, '')
/** `20261123T180000` on the wall clock. */
const local = (day: number, minutes: number): string => utc(day * DAY + minutes * MINUTE).slice(0, -1)

/** The zone as it is in the range, told by its changes there. */
function zoneLines(clock: WallClock, { start, end }: Range): Line[] {
  const offsetAt = (instant: number) => {
    const { day, minutes } = clock.of(instant)
    return day * DAY_MINUTES + minutes - Math.floor(instant / MINUTE)
  }
  const begin = start - 2 * DAY
  const changes = [{ at: Number.NaN, before: offsetAt(begin), after: offsetAt(begin) }]
  for (let from = begin; from < end + 2 * DAY; from += DAY) {
    const [before, after] = [offsetAt(from), offsetAt(from + DAY)]
    if (before !== after) changes.push({ at: changeIn(from, offsetAt), before, after })
  }
  const standard = Math.min(...changes.map(({ after }) => after))
  return [
    ['BEGIN', 'VTIMEZONE'],
    ['TZID', clock.timeZone],
    ...changes.flatMap(({ at, before, after }): Line[] => {
      const kind = after === standard ? 'STANDARD' : 'DAYLIGHT'
      return [
        ['BEGIN', kind],
        ['DTSTART', Number.isNaN(at) ? '19700101T000000' : utc(at + before * MINUTE).slice(0, -1)],
        ['TZOFFSETFROM', offset(before)],
        ['TZOFFSETTO', offset(after)],
        ['END', kind],
      ]
    }),
    ['END', 'VTIMEZONE'],
  ]
}

/** The first instant of a day of 24 hours at which the offset is the later one. */
function changeIn(from: number, offsetAt: (instant: number) => number): number {
  let [low, high] = [from / MINUTE, (from + DAY) / MINUTE].map(Math.floor) as [number, number]
  const after = offsetAt(high * MINUTE)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(middle * MINUTE) === after) high = middle
    else low = middle
  }
  return high * MINUTE
}

function offset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const away = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}${two(away % 60)}`
}
