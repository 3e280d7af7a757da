import { safe } from '../cells.ts'
import { type LazyCommand, manyOf, verb } from '../lazy.ts'
import type { AnyResource, Resource } from './definition.ts'
import { addDelete } from './delete.ts'
import { addList, addShow } from './read.ts'
import { addCreate, addEdit } from './write.ts'

/** `list`, `show`, `create`, `edit` and `delete` of a noun; flags are made for the verb that is called. */
export function resourceVerbs<Row extends object>(resource: Resource<Row>): readonly LazyCommand[] {
  const noun = resource as unknown as AnyResource
  const { command, calls } = noun
  const many = manyOf(command)
  return [
    verb('list', safe`list ${many}`, addList(noun)),
    verb('show', 'show one in full', addShow(noun)),
    ...(calls.create === undefined ? [] : [verb('create', 'create one', addCreate(noun, calls.create))]),
    ...(calls.update === undefined
      ? []
      : [verb('edit', 'edit one; fields not given stay unchanged', addEdit(noun, calls.update))]),
    ...(calls.remove === undefined
      ? []
      : [verb('delete', safe`delete ${many}`, addDelete(noun, calls.remove))]),
  ]
}
