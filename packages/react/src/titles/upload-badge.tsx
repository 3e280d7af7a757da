import { phraseTones, toBadge, toTitlePhrase } from '@kinora/core'
import { toFileStatus } from '../uploads/file-status.ts'
import { useUploadTexts } from '../uploads/texts.ts'
import { BadgeCell, type TitleBadgeInProps } from './title-badge.tsx'

/** The badge of a title whose file this browser uploads: what its tray says (E-5 rows 1 and 2). */
export function UploadBadge({ title, upload, beneath, texts }: TitleBadgeInProps) {
  const { words, tone, fraction, localUpload } = toFileStatus(upload, title, useUploadTexts())
  const badge = toBadge({ ...title, localUpload })
  const { key, params } = toTitlePhrase({ ...title, localUpload })
  return (
    <BadgeCell
      beneath={beneath}
      tone={tone ?? phraseTones[key]}
      progress={localUpload === undefined ? 'error' : (fraction ?? 'indeterminate')}
      reason={words}
      register={texts.text(badge.text)}
    >
      {texts.text(key, params)}
    </BadgeCell>
  )
}
