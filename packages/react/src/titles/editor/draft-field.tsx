import type { TitleDraft } from '@kinora/core'
import type { Path } from 'react-hook-form'
import { DraftField, type DraftFieldProps } from '../../kernel/draft-field.tsx'
import { useEditor } from './title-editor-context.tsx'

/** One field of the title that is being edited. */
export function TitleField<P extends Path<TitleDraft>>(props: Omit<DraftFieldProps<TitleDraft, P>, 'draft'>) {
  return <DraftField draft={useEditor()} {...props} />
}
