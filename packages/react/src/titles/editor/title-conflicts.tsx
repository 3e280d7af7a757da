import { directionOf, type TitleDraft, toCalendarDay, toIntensityKey, toSkillBand } from '@kinora/core'
import type { ReactNode } from 'react'
import { type FieldLabels, useConflicts } from '../../kernel/draft-conflicts.tsx'
import { languageNameIn } from '../../kernel/language-names.ts'
import { useKinora } from '../../kernel/provider.tsx'
import { useDates } from '../../kernel/use-dates.ts'
import { RichText } from '../../rich-text/rich-text.tsx'
import { ConflictPanel } from '../../ui/form/conflict-panel.tsx'
import { Thumbnail } from '../../ui/table/title-cell.tsx'
import { useTitleEditorTexts } from '../editor-texts.ts'
import type { DraftField } from './title-draft.ts'
import { useDraftValue, useTitleEditorView } from './title-editor-context.tsx'

/** Fields that somebody else has saved while they were being changed here: both versions, one of which is chosen. */
export function TitleConflicts() {
  const editor = useTitleEditorView()
  const language = useDraftValue('classLanguageCode')
  const { text } = useTitleEditorTexts()
  const shows = useShows()
  const wordsOf: FieldLabels = path => {
    const field = path as DraftField
    const isWritten = language !== null && (field === 'className' || field === 'classDescription')
    return {
      label: text(`field.${field}`),
      show: shows[field] as ((value: unknown) => ReactNode) | undefined,
      ...(isWritten && { lang: language, dir: directionOf(language) }),
    }
  }
  return <ConflictPanel {...useConflicts(editor, wordsOf)} attempt={editor.attempt} />
}

/** Values as the form's controls show them; what isn't here is shown as it is. */
type Shows = { [F in DraftField]?: (value: NonNullable<TitleDraft[F]>) => ReactNode }

function useShows(): Shows {
  const { metadata } = useTitleEditorView()
  const { baseUrl } = useKinora()
  const { text, locale } = useTitleEditorTexts()
  const { moment } = useDates()
  const yesNo = (value: boolean) => text(value ? 'ui.yes' : 'ui.no')
  const nameIn = (entries: readonly { id: string; displayName: string }[] | undefined) => (id: string) =>
    entries?.find(entry => entry.id === id)?.displayName || id
  const namesIn = (entries: Parameters<typeof nameIn>[0]) => (ids: readonly string[]) =>
    ids.map(nameIn(entries)).join(', ')
  const subCategories = metadata?.categories.flatMap(category => category.subCategories)
  return {
    classCategoryId: nameIn(metadata?.categories),
    classSubCategoryId: id => subCategories?.find(sub => sub.subCategoryId === id)?.name.invariantText ?? id,
    classDescription: text => <RichText text={text} />,
    classLanguageCode: tag => languageNameIn(text, tag),
    channelId: nameIn(metadata?.channels),
    providerId: nameIn(metadata?.providers),
    scheduleDate: moment,
    startDate: day => toCalendarDay(day, locale),
    endDate: day => toCalendarDay(day, locale),
    equipmentIds: namesIn(metadata?.equipments),
    focusAreaIds: namesIn(metadata?.focusAreas),
    labelIds: namesIn(metadata?.labels),
    keywords: words => words.join(', '),
    intensity: step => `${step} · ${text(toIntensityKey(step))}`,
    skill: step => `${step} · ${text(`ui.titles.skill.${toSkillBand(step)}`)}`,
    imageLink: link => <Thumbnail src={baseUrl + link} alt="" />,
    thumbnailType: type => text(type === 'auto' ? 'ui.coverAuto' : 'ui.editor.coverCustom'),
    contentType: type => text(`ui.titles.type${type}`),
    isActive: yesNo,
    isEquipment: yesNo,
    IsMigrating: yesNo,
    IsAutoPublish: yesNo,
  }
}
