import { type Catalogue, fillText, type MessageParams } from '@kinora/core'
import { safeValues } from '../kernel/cells.ts'

/** What only `kinora schedule` says. */
const scheduleTexts = {
  'help.schedule': 'list, change, move and export the events of the schedule',
  'help.move': 'move one weekday of an event, or all of it to another time',
  'help.delete': 'delete events, with their videos and uploads',
  'help.export': 'write the schedule of the next twelve weeks as iCalendar',
  'help.feed': 'show the address that calendars subscribe to, make a new one, or end it',
  'help.query': 'only those with this in the title',
  'help.weekly': 'weekdays and a time on the clock of the tenant, such as "mon,wed 18:30"',
  'help.at':
    'when a live event takes place once: on the clock of the tenant, such as "2026-11-20 18:30", or with its offset, such as 2026-11-20T18:30:00+01:00',
  'help.calendar': 'show what happens from day to day, on the clock of the tenant',
  'help.fromDay': 'first day, such as 2026-11-23; today unless given',
  'help.toDay': 'last day, included; six days after the first unless given',
  'calendar.zone': 'Times are those of {{timeZone}}.',
  'help.cover': 'cover file, JPG of 16:9; an empty value removes it',
  'help.type': 'kind of event',
  'help.status': 'state of the event',
  'help.sort': 'by when it was made, or by when it happens next; what comes next first unless given',
  'help.category': 'studio category; that of its class is --class-category',
  'help.duration': 'length in seconds',
  'help.source': 'where a live event is streamed from',
  'help.autoPublish': 'becomes active by itself as soon as its details are complete',
  'help.active': 'active; refused while details are missing',
  'help.class':
    'tag of the title that plays at its time, without which a scheduled class plays nothing; what it says of itself fills what no flag does; kinora collections classes find lists them',
  classMissingHow: 'List what there is: kinora collections classes find',
  'help.link': 'streaming link of an external live event',
  'help.from': 'weekday that is moved; needed where there are several',
  'help.to': 'weekday it is moved to',
  'help.time': 'the new time of all its days, HH:MM',
  'help.renew': 'give the feed a new address; the old one ends',
  'help.close': 'end the feed',
  'help.upload': 'upload the video of a simulated live class; an interrupted upload resumes',
  'help.replace': 'replace the video of an active event, or an upload that was started with another file',
  'upload.active': 'Event {{id}} is active and has its video.',
  'upload.activeHow': 'Members would see the new file at once. Add --replace to replace it.',
  'upload.notWaited': 'See how far it is with: kinora schedule show {{id}}{{context}}',
  'video.ready': 'ready',
  'video.waiting': 'waiting to be processed',
  'video.encoding': 'processing',
  'video.normalising': 'normalising the audio',
  'video.failed': 'failed',
  'video.cancelled': 'cancelled',
  'feed.none': 'There is no feed. Make one with --renew.',
  'feed.closed': 'The feed has ended.',
  moved: 'Moved: {{when}}',
  'usage.weekly': '--weekly: "{{value}}" is not like "mon,wed 18:30"',
  'usage.day': '"{{value}}" is none of: sun, mon, tue, wed, thu, fri, sat',
  'usage.date': '{{flag}}: {{value}} is not a day like 2026-11-23',
  'usage.move': 'Say --to, --time or --at',
  'usage.from': 'This event takes place on several days. Say --from with one of: {{days}}',
} as const satisfies Catalogue

export const scheduleText = (key: keyof typeof scheduleTexts, values?: MessageParams): string =>
  fillText(scheduleTexts[key], safeValues(values))
