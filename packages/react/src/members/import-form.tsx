import { checkBatchFile, type Issue, KinoraError, memberImports } from '@kinora/core'
import { useState } from 'react'
import { readCsvFile } from '../adapters/csv-file.ts'
import { CsvField, CsvProblems, useCsv } from '../file-work/csv-field.tsx'
import { DraftForm } from '../kernel/draft-form.tsx'
import { shownIssues } from '../kernel/form-fields.ts'
import { FormPart } from '../kernel/form-state.tsx'
import type { FormPageProps } from '../kernel/row-form.tsx'
import { ofTenant } from '../kernel/tenant-gate.tsx'
import { useDraft } from '../kernel/use-draft.ts'
import { handledByCaller, useWrite } from '../kernel/use-write.ts'
import { Card } from '../ui/form/split-form.tsx'
import { ImportTemplateButton } from './import-list.tsx'
import { useImportTexts } from './texts.ts'

type Values = { file: File | null }

/** Its field, and what a host says of its page. */
export type MemberImportFormProps = Omit<FormPageProps<keyof Values>, 'id' | 'onDeleted' | 'defaults'>

/** A new import: a CSV whose problems are shown by row and column before it is sent (USER-05, USER-12). */
export const MemberImportForm = ofTenant<MemberImportFormProps>(Form)

async function checkMembers(file: File) {
  const { inspectMembers, memberColumns } = await import('@kinora/core/bulk')
  return inspectMembers(readCsvFile(file, memberColumns))
}

function Form(props: MemberImportFormProps & { tenantId: string }) {
  const { tenantId, listHref, className, rootRef, fields, onAdded, onDirtyChange } = props
  const { text } = useImportTexts()
  const { file, inspect, refusal, issues } = useCsv(checkMembers)
  const [stored] = useState({ values: { file: null } as Values })
  const upload = useWrite(memberImports.upload, {
    success: text('success.uploadingFile'),
    failure: handledByCaller,
    timeout: 0,
  })
  const draft = useDraft<Values, { fileId: string }>({
    stored,
    fields,
    check: ({ file: chosen }): Issue[] =>
      shownIssues([...checkBatchFile(chosen ?? undefined), ...issues], fields),
    async save({ file: chosen }) {
      const error = await refusal(chosen)
      return error === undefined ? upload.send({ tenantId, file: chosen! }) : { kind: 'failed', error }
    },
    onSaved: ({ fileId }) => onAdded?.(fileId),
    onDirtyChange,
  })
  const choose = async (chosen: File | undefined) => {
    draft.form.setValue('file', chosen ?? null)
    draft.form.clearErrors('file')
    const found = await inspect(chosen)
    if (found.kind === 'refused' && draft.form.getValues('file') === chosen)
      draft.refuse(new KinoraError('invalid', { issues: found.issues }))
  }
  const back = { href: listHref, label: text('ui.nav.userManagement') }
  return (
    <FormPart part="member-imports-form" readings={[]} {...{ className, rootRef, back }}>
      <DraftForm
        draft={{ ...draft, look: props }}
        isNew
        title={text('ui.imports.add')}
        text={text('ui.imports.newText')}
        back={back}
        actions={<ImportTemplateButton />}
        saveLabel={text('ui.imports.send')}
      >
        <Card>
          <CsvField draft={draft} file={file} choose={chosen => void choose(chosen)} />
        </Card>
        <CsvProblems
          file={file}
          words={{
            unusable: text('ui.imports.unusable'),
            allGood: counts => text('ui.imports.allGood', counts),
          }}
        />
      </DraftForm>
    </FormPart>
  )
}
