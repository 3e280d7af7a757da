import { ContentType, checkPublish, publishChannelOf } from '@kinora/core'
import { Card } from '../../ui/form/split-form.tsx'
import { Checklist, type ChecklistItem } from '../../ui/status/checklist.tsx'
import { type TitleEditorKey, useTitleEditorTexts } from '../editor-texts.ts'
import { publishProblem } from '../title-publishing.ts'
import type { DraftField } from './title-draft.ts'
import { useDraftValues, useEditor } from './title-editor-context.tsx'
import { TitleStates } from './title-states.tsx'

/** TITLE-03, TITLE-05 in the order of the form. */
const needs: readonly (readonly [DraftField, TitleEditorKey])[] = [
  ['className', 'field.className'],
  ['classDescription', 'field.classDescription'],
  ['classLanguageCode', 'field.classLanguageCode'],
  ['classCategoryId', 'field.classCategoryId'],
  ['skill', 'field.skill'],
  ['intensity', 'field.intensity'],
  ['equipmentIds', 'field.equipmentIds'],
  ['imageLink', 'field.imageLink'],
  ['channelId', 'field.channelId'],
  ['scheduleDate', 'field.scheduleDate'],
]

/** What publishing still needs; each missing thing leads to its field. */
export function TitleChecklist() {
  const { title, fieldId, metadata } = useEditor()
  const { text } = useTitleEditorTexts()
  const draft = useDraftValues()
  const issues = checkPublish(draft, publishChannelOf(metadata, draft, title))
  const missing = new Set(issues.map(issue => issue.path))
  const audio = draft.contentType === ContentType.Audio
  const file: ChecklistItem = {
    id: 'file',
    label: text('ui.editor.ready'),
    done: publishProblem(title) === undefined,
    fieldId: fieldId('file'),
  }
  const fields = needs
    .filter(([field]) => !(audio && field === 'imageLink'))
    .map(([field, label]) => ({
      id: field,
      label: text(label),
      done: !missing.has(field),
      fieldId: fieldId(field),
      hint:
        field === 'imageLink' && missing.has(field) && draft.thumbnailType === 'auto'
          ? text('ui.editor.fromVideo')
          : undefined,
    }))
  const items = [file, ...fields]
  const done = items.filter(item => item.done).length
  return (
    <Card className="kn-card-dense" data-ready={issues.length === 0 ? '' : undefined}>
      <Checklist
        title={text('ui.editor.checklist')}
        countText={text('ui.editor.checklistCount', { done, all: items.length })}
        doneText={text('ui.editor.done')}
        missingText={text('ui.editor.missing')}
        items={items}
      />
      <TitleStates />
    </Card>
  )
}
