from . import changelog, publish, review

ALL = [changelog.changelog, review.review, review.ask, publish.publish]
