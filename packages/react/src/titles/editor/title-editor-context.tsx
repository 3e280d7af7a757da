import type { TitleDraft } from '@kinora/core'
import { createContext, useContext } from 'react'
import { useWatch } from 'react-hook-form'
import { isHidden } from '../../kernel/form-fields.ts'
import type { TitleFiles } from '../files/use-title-files.ts'
import type { RemoveFromSiteDialogProps } from '../list/remove-from-site-dialog.tsx'
import type { TitleActions } from '../list/use-title-actions.ts'
import type { DraftField } from './title-draft.ts'
import type { TitleEditorModel } from './use-title-editor.ts'

/** What the parts of an editor share. */
export interface TitleEditorView extends TitleEditorModel {
  files: TitleFiles
  /** What can be done with the title beside saving it. */
  actions: TitleActions
  listHref: string | undefined
  showHistory(): void
  /** Asks before it is deleted or unpublished. */
  removeFromSite(asked: RemoveFromSiteDialogProps['asked']): void
}

export const TitleEditorContext = createContext<TitleEditorView | undefined>(undefined)

/** The editor around this part. */
export function useTitleEditorView(): TitleEditorView {
  const editor = useContext(TitleEditorContext)
  if (editor === undefined)
    throw new Error('This part belongs inside a TitleEditorRoot or TitleEditorProvider.')
  return editor
}

/** Whether one of these fields is shown: a card whose fields are all hidden goes. */
export function useShown(controls: { readonly [F in DraftField]?: unknown }): boolean {
  const { fields } = useTitleEditorView()
  return Object.keys(controls).some(name => !isHidden(fields, name))
}

/** The current value of one field of the draft; the component renders again when it changes. Outside of an editor's parts it is given the editor. */
export function useDraftValue<F extends DraftField>(
  field: F,
  editor?: Pick<TitleEditorModel, 'form'>,
): TitleDraft[F] {
  const around = useContext(TitleEditorContext)
  return useWatch({ control: (editor ?? around)?.form.control, name: field as never }) as TitleDraft[F]
}

/** The current values of the whole draft, for summaries. */
export function useDraftValues(editor?: Pick<TitleEditorModel, 'form'>): TitleDraft {
  const around = useContext(TitleEditorContext)
  return useWatch({ control: (editor ?? around)?.form.control }) as TitleDraft
}
