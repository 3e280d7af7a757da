import type { Catalogue } from './catalogue.ts'

/** EVENT: the schedule. */
export const eventTexts = {
  'required.duration': 'Required Duration',
  'required.subCategory': 'Required Sub Category',
  'required.streamingLink': 'Required Streaming Link',
  'title.classIssue': 'There is an issue with this class. Please choose another one.',

  'event.past': 'An event cannot be scheduled in the past.',
  'event.leadTime': 'An event cannot be scheduled within 4 hours from now.',
  'event.locked': 'This event is locked and cannot be moved.',
  'event.sameDay': 'This event already takes place on that day.',
  'event.incomplete': 'Please complete the details of the event before you activate it.',
  'event.weekdays': 'Choose at least one weekday and a time.',
  'event.dailyTime': '{{field}} must be a time like 18:30',
  'event.instant': '{{field}} must be a moment with its offset, like 2026-11-20T18:30:00Z',
  'event.range': 'Ask for at most {{max}} days at once, and for an end after the beginning.',
  'event.notSimulated': 'Only a simulated live class has a video of its own.',
  'event.deactivated': 'The event is inactive now: {{missing}}.',
} as const satisfies Catalogue
