import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take most of a minute or more: run last in their project, they leave a core idle. */
const longest = [
  'server/test/media/node-av.test.ts',
  'server/test/media/ffmpeg.test.ts',
  'server/test/titles/crash.test.ts',
  'server/test/titles/hanging.test.ts',
  'server/test/crash.test.ts',
]

const rank = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex(path => moduleId.endsWith(path))
  return index < 0 ? longest.length : index
}

/** Vitest's own order, with the longest files of a project before its others. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(file => file.project))]
    const ofProject = (file: TestSpecification) => projects.indexOf(file.project)
    return sorted.sort((a, b) => ofProject(a) - ofProject(b) || rank(a) - rank(b))
  }
}
