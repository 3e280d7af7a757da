import { existsSync, readFileSync } from 'node:fs'

const LONGEST = 15

/** Says at the end of a whole run where its time went: by project, by kind (`scripts/times.ts`), and the longest files. */
export default class TimesReporter {
  onTestRunEnd(modules) {
    if (modules.length < 20) return
    const files = modules.map(module => ({
      name: module.relativeModuleId,
      project: module.project.name,
      tests: [...module.children.allTests()].length,
      seconds: module.diagnostic().duration / 1000,
    }))
    const projects = [...Map.groupBy(files, file => file.project.replace(/ \(.*/, ''))].map(([name, all]) => [
      name,
      all.length,
      sum(all.map(file => file.tests)),
      sum(all.map(file => file.seconds)),
    ])
    console.log(`\nSeconds by project, beside each other (files, tests):`)
    for (const [name, count, tests, seconds] of projects.sort((a, b) => b[3] - a[3]))
      console.log(row(seconds, `${name} (${count}, ${tests})`))
    const kinds = kindsOf(process.env.KINORA_TEST_TIMES)
    if (kinds.length > 0) console.log(`\nSeconds of these by kind (times):`)
    for (const [kind, times] of kinds) console.log(row(sum(times) / 1000, `${kind} (${times.length})`))
    console.log('\nThe longest files:')
    for (const { name, seconds } of files.sort((a, b) => b.seconds - a.seconds).slice(0, LONGEST))
      console.log(row(seconds, name))
  }
}

const sum = values => values.reduce((total, value) => total + value, 0)
const row = (seconds, words) => `${seconds.toFixed(0).padStart(7)}  ${words}`

function kindsOf(path) {
  if (path === undefined || !existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n').filter(Boolean)
  const rows = lines.map(line => line.split('\t'))
  return [...Map.groupBy(rows, ([kind]) => kind)]
    .map(([kind, all]) => [kind, all.map(([, time]) => Number(time))])
    .sort(([, a], [, b]) => sum(b) - sum(a))
}
