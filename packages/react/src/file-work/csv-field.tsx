import { FileSpreadsheet } from 'lucide-react'
import type { Path } from 'react-hook-form'
import { DraftField } from '../kernel/draft-field.tsx'
import type { Draft } from '../kernel/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { useWorkTexts } from './texts.ts'
import type { CsvState } from './use-csv.ts'

export interface CsvFieldProps<V extends { file: File | null }> {
  draft: Draft<V>
  file: CsvState
  choose(file: File | undefined): void
}

/** The CSV of a form, whose draft has it as `file`: dropped, pasted or chosen. */
export function CsvField<V extends { file: File | null }>({ draft, file, choose }: CsvFieldProps<V>) {
  const { text } = useWorkTexts()
  const name = 'file' as Path<V>
  return (
    <DraftField draft={draft} name={name} group label={text('field.file')} required>
      {() => (
        <>
          {file.kind === 'none' ? null : (
            <p className="kn-batch-file">
              <bdi>{file.file.name}</bdi>
              <Button
                size="compact"
                onClick={() => {
                  document.getElementById(draft.fieldId('file'))?.focus()
                  choose(undefined)
                }}
              >
                {text('ui.batches.letGo')}
              </Button>
            </p>
          )}
          <FileDrop
            look={file.kind === 'none' ? 'normal' : 'compact'}
            icon={<FileSpreadsheet size={20} aria-hidden="true" />}
            title={text(file.kind === 'none' ? 'ui.batches.drop' : 'ui.batches.dropOther')}
            hint={text('ui.batches.dropHint')}
            buttonLabel={text('ui.batches.choose')}
            accept=".csv,text/csv"
            onFiles={([first]) => choose(first)}
          />
        </>
      )}
    </DraftField>
  )
}
