import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Test files in the order in which their project lists them: whoever listed them knows how long they take. */
export class AsListed extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project, moduleId }: TestSpecification) =>
      project.config.include.findIndex((path) => moduleId.endsWith(`/${path}`));
    return files.toSorted((a, b) => place(a) - place(b));
  }
}
