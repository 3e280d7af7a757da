import { foldName } from '../kernel/fold.ts'

/** C-97: whether the name is one of the IANA zones, such as Europe/Berlin; an offset such as +01:00 isn't. */
export function isTimeZone(name: string): boolean {
  return formatIn(name) !== undefined
}

function formatIn(zone: string, options: Intl.DateTimeFormatOptions = {}): Intl.DateTimeFormat | undefined {
  if (!/^[A-Za-z]/.test(zone)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { ...options, timeZone: zone })
  } catch {
    return undefined
  }
}

/** C-97: the offset of a zone at a moment, such as +05:30; it changes with daylight saving and is never stored. */
export function utcOffsetOf(zone: string, at: Date): string {
  const parts = formatIn(zone, { timeZoneName: 'longOffset' })?.formatToParts(at)
  if (!parts) return ''
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.slice('GMT'.length) ?? ''
  return offset === '' ? '+00:00' : offset
}

export interface TimeZone {
  /** By IANA's name of today, such as Europe/Kyiv. */
  name: string
  /** What it was called before, or is called by others. */
  aliases: readonly string[]
}

/** Names of today, and others for the same zone (IANA's file `backward`); runtimes differ in which of the two they list. */
const others: Readonly<Record<string, string>> = {
  UTC: 'GMT Etc/UTC Etc/GMT Zulu Universal Greenwich',
  'Africa/Asmara': 'Africa/Asmera',
  'Africa/Cairo': 'Egypt',
  'America/Argentina/Buenos_Aires': 'America/Buenos_Aires',
  'America/Argentina/Catamarca': 'America/Catamarca',
  'America/Argentina/Cordoba': 'America/Cordoba',
  'America/Argentina/Jujuy': 'America/Jujuy',
  'America/Argentina/Mendoza': 'America/Mendoza',
  'America/Atikokan': 'America/Coral_Harbour',
  'America/Chicago': 'US/Central',
  'America/Denver': 'US/Mountain',
  'America/Edmonton': 'Canada/Mountain',
  'America/Halifax': 'Canada/Atlantic',
  'America/Havana': 'Cuba',
  'America/Indiana/Indianapolis': 'America/Indianapolis US/East-Indiana',
  'America/Jamaica': 'Jamaica',
  'America/Kentucky/Louisville': 'America/Louisville',
  'America/Los_Angeles': 'US/Pacific',
  'America/New_York': 'US/Eastern',
  'America/Nuuk': 'America/Godthab',
  'America/Phoenix': 'US/Arizona',
  'America/Sao_Paulo': 'Brazil/East',
  'America/St_Johns': 'Canada/Newfoundland',
  'America/Toronto': 'Canada/Eastern',
  'America/Vancouver': 'Canada/Pacific',
  'America/Winnipeg': 'Canada/Central',
  'Asia/Dhaka': 'Asia/Dacca',
  'Asia/Ho_Chi_Minh': 'Asia/Saigon',
  'Asia/Hong_Kong': 'Hongkong',
  'Asia/Jerusalem': 'Israel Asia/Tel_Aviv',
  'Asia/Kathmandu': 'Asia/Katmandu',
  'Asia/Kolkata': 'Asia/Calcutta',
  'Asia/Macau': 'Asia/Macao',
  'Asia/Makassar': 'Asia/Ujung_Pandang',
  'Asia/Seoul': 'ROK',
  'Asia/Shanghai': 'PRC Asia/Chongqing',
  'Asia/Singapore': 'Singapore',
  'Asia/Taipei': 'ROC',
  'Asia/Tehran': 'Iran',
  'Asia/Thimphu': 'Asia/Thimbu',
  'Asia/Tokyo': 'Japan',
  'Asia/Ulaanbaatar': 'Asia/Ulan_Bator',
  'Asia/Yangon': 'Asia/Rangoon',
  'Atlantic/Faroe': 'Atlantic/Faeroe',
  'Atlantic/Reykjavik': 'Iceland',
  'Australia/Adelaide': 'Australia/South',
  'Australia/Brisbane': 'Australia/Queensland',
  'Australia/Darwin': 'Australia/North',
  'Australia/Hobart': 'Australia/Tasmania',
  'Australia/Melbourne': 'Australia/Victoria',
  'Australia/Perth': 'Australia/West',
  'Australia/Sydney': 'Australia/NSW Australia/Canberra',
  'Europe/Dublin': 'Eire',
  'Europe/Istanbul': 'Turkey Asia/Istanbul',
  'Europe/Kyiv': 'Europe/Kiev',
  'Europe/Lisbon': 'Portugal',
  'Europe/London': 'GB',
  'Europe/Moscow': 'W-SU',
  'Europe/Warsaw': 'Poland',
  'Pacific/Auckland': 'NZ',
  'Pacific/Chuuk': 'Pacific/Truk',
  'Pacific/Honolulu': 'US/Hawaii',
  'Pacific/Kanton': 'Pacific/Enderbury',
  'Pacific/Pohnpei': 'Pacific/Ponape',
}

/** C-97: the zones to choose from, UTC first; found anew with every call. */
export function timeZones(): TimeZone[] {
  const today = new Map(
    Object.entries(others).flatMap(([name, old]) => old.split(' ').map(each => [each, name])),
  )
  const listed = Intl.supportedValuesOf('timeZone').map(name => today.get(name) ?? name)
  const names = new Set(['UTC', ...[...listed, ...Object.keys(others)].filter(isTimeZone).sort()])
  return [...names].map(name => ({ name, aliases: others[name]?.split(' ') ?? [] }))
}

/** The zone that somebody may have meant by a city, an old name or a slip: Kyiv is Europe/Kyiv. */
export function nearestTimeZone(written: string): string | undefined {
  const plain = (name: string) => foldName(name.replaceAll('_', ' '))
  const wanted = plain(written)
  const isPart = (name: string) => plain(name).split('/').includes(wanted)
  return timeZones().find(({ name, aliases }) => [name, ...aliases].some(isPart))?.name
}
