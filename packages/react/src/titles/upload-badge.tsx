import { toBadge } from '@kinora/core'
import { toFileStanding } from '../uploads/file-standing.ts'
import { useUploadTexts } from '../uploads/texts.ts'
import { BadgeCell, badgeTones, phraseWords, type TitleBadgeInProps } from './title-badge.tsx'

/** The badge of a title whose file this browser uploads: what its tray says (E-5 rows 1 and 2). */
export function UploadBadge({ title, upload, beneath, texts }: TitleBadgeInProps) {
  const { words, tone, fraction, localUpload } = toFileStanding(upload, title, useUploadTexts())
  const badge = toBadge({ ...title, localUpload })
  return (
    <BadgeCell
      beneath={beneath}
      tone={tone ?? badgeTones[badge.kind]}
      progress={localUpload === undefined ? 'error' : (fraction ?? 'indeterminate')}
      reason={words}
      register={texts.text(badge.text)}
    >
      {phraseWords({ ...title, localUpload }, texts.text)}
    </BadgeCell>
  )
}
