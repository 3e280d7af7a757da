import { type Title, toPlainText } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import {
  contentTypeName,
  durationText,
  failureText,
  onSiteText,
  stateText,
  stuckText,
  trailerFailureText,
  whenReadyText,
} from './format.ts'
import { type PartialUpload, toLines } from './partial-uploads.ts'
import { toReadable } from './readable.ts'

/** One title in full. */
export function showTitle(session: Session, title: Title, uploads: readonly PartialUpload[] = []): void {
  session.print.record({ ...toReadable(title), uploads }, [
    ['tag', title.tag],
    ['title', title.className],
    ['status', stateText(title)],
    ['when ready', whenReadyText(title)],
    ['failure', failureText(title)],
    ['trailer failure', trailerFailureText(title)],
    ['stuck', stuckText(title)],
    ['type', contentTypeName(title.contentType)],
    ['length', durationText(title)],
    ['description', toPlainText(title.classDescription)],
    ['category', [title.classCategory, title.classSubCategory].filter(Boolean).join(' › ')],
    ['language', title.classLanguage],
    ['channel', title.channelName],
    ['provider', title.provider],
    ['release date', title.scheduleDate],
    ['on the site', onSiteText(title)],
    ['instructor', title.instructor],
    ['skill', title.skill],
    ['intensity', title.intensity],
    ['equipment', title.equipmentTypeTags.join(', ')],
    ['focus areas', title.focusAreaTags.join(', ')],
    ['labels', title.labelTags.join(', ')],
    ['keywords', title.keywords.join(', ')],
    ['cover', title.imageLink],
    ['file', title.fileName],
    ['sha-256', title.fileSha256],
    ['chunk tree', title.fileDigest],
    ['external id', title.externalId],
    ['created', title.creationDate],
    ['published', title.publishedDate],
    ...toLines(session, title.tag, uploads),
  ])
}
